#!/bin/sh
# Make this host's PostgreSQL a streaming replica of the primary. Run it as the user postgres, with
# PostgreSQL stopped and its data folder empty:
#
#   PRIMARY=10.0.0.21 DATA=/var/lib/postgresql/17/main sh replica.sh
#
# To fail over by hand: stop the primary, then  pg_ctl promote -D "$DATA"  here.
set -eu
: "${PRIMARY:?the host of the primary}" "${DATA:?the data folder of this server}"
pg_basebackup --host="$PRIMARY" --username="${REPLICATOR:-replicator}" --pgdata="$DATA" \
    --write-recovery-conf --checkpoint=fast --progress
