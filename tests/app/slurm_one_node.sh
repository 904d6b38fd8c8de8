#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Starts a Slurm of one node, this one, runs a job array in it and stops it again.
# Usage: slurm_one_node.sh TASKS SCRIPT ARGUMENTS...   (in the folder where the script shall run)
set -euo pipefail
tasks=$1
shift
home=$(mktemp -d)
chmod 755 "$home"
mkdir "$home/state" "$home/spool"
host=$(hostname -s)
cat > "$home/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$home/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldPidFile=$home/controller.pid
SlurmdPidFile=$home/node.pid
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
# Ends a daemon and waits until it has ended.
end() {
  local pid
  pid=$(cat "$home/$1.pid" 2>/dev/null) || return 0
  kill "$pid" 2>/dev/null || return 0
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -9 "$pid" 2>/dev/null || true
}
stop() {
  end node
  end controller
  end munge
  rm -rf "$home" || true
}
trap stop EXIT

head -c 1024 /dev/urandom > "$home/munge.key"
chmod 400 "$home/munge.key"
munged --key-file="$home/munge.key" --socket="$home/munge.socket" --pid-file="$home/munge.pid" \
  --log-file="$home/munge.log" --seed-file="$home/munge.seed" --force
export SLURM_CONF=$home/slurm.conf
slurmctld -L "$home/controller.log" -i
slurmd -L "$home/node.log"
for _ in $(seq 300); do
  if sinfo --noheader --format=%t 2>/dev/null | grep -q idle; then break; fi
  sleep 0.1
done
sbatch --test-only --array="1-$tasks" "$@"
sbatch --array="1-$tasks" --output="$home/%a.out" "$@"
for _ in $(seq 600); do
  if [ -z "$(squeue --noheader 2>/dev/null || echo not yet)" ]; then exit 0; fi
  sleep 0.1
done
echo "the job array did not end within a minute" >&2
cat "$home"/*.log "$home"/*.out >&2
exit 1
