#!/bin/sh
# Copy a folder of `publish FOLDER --packed` to an S3-compatible store: to-store.sh FOLDER STORE:BUCKET
# STORE is a remote of `rclone config`. Every other object of the bucket is removed.
set -eu
pictures='*.{png,svg,ico,webp,jpg}'
packed='Content-Encoding: gzip'
fresh='Cache-Control: max-age=0, must-revalidate'
# One list of the store each time, and no question about a single object. A silent line is left
# after 3 seconds.
send() {
  rclone "$@" --quiet --fast-list --checksum --transfers 8 \
    --contimeout 3s --timeout 3s --retries 1 --low-level-retries 1
}
# No page links to a file that is still missing, and no phone hears of a page that is.
send copy "$1" "$2" --include "$pictures" --header-upload "$fresh"
send copy "$1/static" "$2/static" --exclude "$pictures" --header-upload "$packed" \
  --header-upload 'Cache-Control: max-age=31536000, immutable'
send copy "$1" "$2" --exclude "$pictures" --exclude 'stamp*.json' --exclude published.json \
  --header-upload "$packed" --header-upload "$fresh"
send sync "$1" "$2" --exclude published.json --header-upload "$packed" --header-upload "$fresh"
