#!/bin/bash
# check-numerics.sh XLA_RUN EXAMPLES: checks the numbers of each example between passes.
# Prints how many agree, or what the first one says that does not.
count=0
for program in "$2"/*/*.mlir; do
  # Between passes, all programs have the shapes they were given.
  grep -q 'tensor<?' "$program" && continue
  said=$("$1" "$program" --check-numerics 2>&1)
  if [ $? != 0 ] || [[ $said == *"not run"* ]]; then
    echo "$program: $said"
    exit 1
  fi
  count=$((count + 1))
done
echo "$count examples agree"
