# check-resume.sh XLA_COMPILE FOLDER TEMPORARY: for each program and phase, stop,
# print, and resume in a new process: the object must be the same byte for byte.
compile=$1 folder=$2 temporary=$3
count=0
for program in "$folder"/*/model.mlir; do
  "$compile" "$program" --emit=obj -o "$temporary.whole" || exit 1
  for phase in hlo-optimize fusion linalg codegen bufferize lower; do
    "$compile" "$program" --stop-after=$phase -o "$temporary.mlir" || exit 1
    "$compile" "$temporary.mlir" --emit=obj -o "$temporary.resumed" || exit 1
    cmp "$temporary.whole" "$temporary.resumed" ||
      { echo "$program differs after $phase"; exit 1; }
    count=$((count + 1))
  done
done
echo "$count objects are the same"
