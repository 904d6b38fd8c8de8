#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One part of a sweep for each task of a Slurm job array. Submit, and merge when all tasks are done:
#   sbatch --array=1-16 slurm-array.sh sweep.yaml parts
#   sbatch --dependency=afterok:JOB --wrap 'cutline merge parts/*.jsonl --format jsonl -o all.jsonl'
# A task that failed is run again by its number: cutline measure sweep.yaml --shard 3/16 -o parts/3.jsonl
#SBATCH --cpus-per-task=1
set -euo pipefail
spec=$1 folder=$2
mkdir -p "$folder"
cutline measure "$spec" --threads "${SLURM_CPUS_PER_TASK:-1}" --shard slurm -o "$folder/$SLURM_ARRAY_TASK_ID.jsonl"
