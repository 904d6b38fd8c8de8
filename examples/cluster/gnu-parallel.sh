#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures a sweep in parts with GNU parallel, on this machine or, with --sshlogin, on several, and merges them.
# Usage: gnu-parallel.sh SPEC OUT.jsonl PARTS [options of parallel, as --sshlogin or --jobs 8]
set -euo pipefail
spec=$1 out=$2 parts=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# One thread a part: parallel itself runs as many parts as there are cores.
seq "$parts" | parallel "$@" --halt now,fail=1 \
  "cutline measure '$spec' --threads 1 --shard {}/$parts" '>' "$folder/part{}.jsonl"
cutline merge "$folder"/part*.jsonl --format jsonl -o "$out"
