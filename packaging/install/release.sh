# The files of a release, and whether its makers signed them. Nothing is used before that.

# fetch PLACE NAME: a file of a folder or of an address into the own folder
fetch() {
  case $1 in
    http://* | https://*)
      if has curl; then curl -fsSL --connect-timeout 20 -o "$work/$2" -- "$1/$2"
      else wget -q -O "$work/$2" -- "$1/$2"; fi
      ;;
    *) cp -- "$1/$2" "$work/$2" ;;
  esac
}

# find_release: the signed list of the release to install, and the place where its archive is
find_release() {
  place=${from%/}
  [ -n "$from" ] || place=$(dirname -- "$archive")
  set -- "$place"
  [ -z "$from" ] || [ -z "$version" ] || set -- "$place/v$version" "$place/$version" "$place"
  for place in "$@"; do
    ! fetch "$place" SHA256SUMS 2>"$work/said" || break
    rm -f -- "$work/SHA256SUMS"
  done
  [ -f "$work/SHA256SUMS" ] || die "$place has no SHA256SUMS, which belongs to a release: $(cat "$work/said")"
  fetch "$place" SHA256SUMS.minisig 2>"$work/said" ||
    die "$place has no SHA256SUMS.minisig, and a release without a signature is not installed: $(cat "$work/said")"
}

# A public key has 42 bytes: "Ed", the number of the key (8), the key (32).
read_key() {
  if [ -n "$key" ]; then [ -r "$key" ] || die "--key: $key cannot be read"; cp -- "$key" "$work/release.pub"
  elif [ -f "$key_file" ]; then cp -- "$key_file" "$work/release.pub"
  elif [ -n "$release_key" ]; then printf 'untrusted comment: releases of Belfry\n%s\n' "$release_key" >"$work/release.pub"
  else die "this script was made without the key of the releases: name its file with --key"; fi
  decode "$(tail -n 1 "$work/release.pub")" "$work/key"
  is "$work/key" 42 Ed ||
    die "${key:-$key_file} is not a public key of minisign: expected a line of 56 characters that begins with RW"
  # what precedes the 32 bytes of a key in its DER encoding
  { printf '\060\052\060\005\006\003\053\145\160\003\041\000'; tail -c 32 "$work/key"; } >"$work/key.der"
}
decode() { printf '%s' "$1" | base64 -d >"$2" 2>/dev/null || : >"$2"; }
# is FILE LENGTH START
is() { [ "$(wc -c <"$1")" -eq "$2" ] && [ "$(head -c "${#3}" "$1")" = "$3" ]; }
# the number of a key or of a signature, as minisign prints it
number() { tail -c +3 "$1" | head -c 8 | od -An -v -t x1 | awk '{ for (i = NF; i > 0; i--) printf "%s", toupper($i) }'; }
ed25519() { openssl pkeyutl -verify -pubin -keyform DER -inkey "$work/key.der" -rawin -in "$1" -sigfile "$2" >/dev/null 2>&1; }

# Both signatures of minisign: of the BLAKE2b-512 of the list, and of that signature with the trusted comment.
verify_list() {
  sums=$work/SHA256SUMS sig=$work/SHA256SUMS.minisig
  decode "$(sed -n 2p "$sig")" "$work/sig"
  decode "$(sed -n 4p "$sig")" "$work/global.sig"
  comment=$(sed -n '3s/^trusted comment: //p' "$sig")
  is "$work/sig" 74 ED || die "SHA256SUMS is refused: SHA256SUMS.minisig is not a signature of minisign. Nothing was changed"
  [ "$(number "$work/sig")" = "$(number "$work/key")" ] ||
    die "SHA256SUMS is refused: the signature is of the key $(number "$work/sig"), expected the key $(number "$work/key") (another one: --key). Nothing was changed"
  tail -c 64 "$work/sig" >"$work/list.sig"
  openssl dgst -blake2b512 -binary -out "$work/list.hash" "$sums"
  ed25519 "$work/list.hash" "$work/list.sig" ||
    die "SHA256SUMS is refused: the signature does not match, the file was changed. Nothing was changed on this machine"
  { cat "$work/list.sig"; printf '%s' "$comment"; } >"$work/comment"
  ed25519 "$work/comment" "$work/global.sig" ||
    die "SHA256SUMS is refused: the trusted comment of the signature was changed. Nothing was changed on this machine"
}

# choose_archive: its name and version, from the list, which is verified by now
choose_archive() {
  if [ -n "$archive" ]; then name=$(basename -- "$archive")
  else name=$(sed -n "s/^[0-9a-f]\\{64\\}  \\(belfry-.*-$platform\\.tar\\.gz\\)\$/\\1/p" "$work/SHA256SUMS"); fi
  found=$(printf '%s' "$name" | sed -n 's/^belfry-\([0-9][0-9A-Za-z.-]*\)-linux-[a-z0-9]*\.tar\.gz$/\1/p')
  [ -n "$found" ] || die "${archive:-$place} is not a release of Belfry for $platform: expected belfry-VERSION-$platform.tar.gz"
  [ "$name" = "belfry-$found-$platform.tar.gz" ] || die "$name is for another processor: this machine needs belfry-$found-$platform.tar.gz"
  [ -z "$version" ] || [ "$version" = "$found" ] || die "$place has version $found, not $version"
  version=$found
  sum=$(awk -v name="$name" '$2 == name { print $1 }' "$work/SHA256SUMS")
  [ "${#sum}" -eq 64 ] || die "SHA256SUMS is refused: it has no checksum for $name. Nothing was changed"
  case " $(printf '%s' "$comment" | tr '\t' ' ') " in
    *" belfry:$version "*) ;;
    *) die "SHA256SUMS is refused: it is signed as that of another version than $version. Nothing was changed" ;;
  esac
}

verify_archive() {
  if [ -n "$archive" ]; then cp -- "$archive" "$work/$name"
  else say "Fetching $name from $place"; fetch "$place" "$name" || die "$name cannot be fetched from $place"; fi
  real=$(sha256sum <"$work/$name" | cut -d ' ' -f 1)
  [ "$real" = "$sum" ] ||
    die "$name is refused: its SHA-256 is $real, and SHA256SUMS has $sum. Download it again. Nothing was changed"
}

unpack() {
  mkdir "$work/new"
  tar -xzf "$work/$name" --no-same-owner --strip-components=1 -C "$work/new" || die "$name cannot be unpacked. Nothing was changed"
  rm -f -- "$work/$name"
  chmod -R u=rwX,go=rX "$work/new"
  [ "$(version_in "$work/new")" = "$version" ] || die "$name contains another version than $version. Nothing was changed"
  said=$("$work/new/runtime/node" --version 2>&1) ||
    die "the program does not run on this system, which is older than Debian 12 or Ubuntu 22.04: $said"
}
