"""Ed25519 keys and signatures over a manifest: OpenSSH key files, PEM, or 32 raw bytes."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Final

from core.errors import PackDamaged, Refused

if TYPE_CHECKING:  # a tenth of a second, and only a handover that is signed needs it
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

RAW_BYTES: Final = 32
"""Length of either key (RFC 8032)."""

_SSH_PRIVATE: Final = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_PEM: Final = b"-----BEGIN "


def sign(manifest: bytes, key: bytes, passphrase: bytes | None = None) -> bytes:
    """The detached signature of a manifest, as one line of base64. Raises as `private_key` does."""
    return base64.b64encode(private_key(key, passphrase).sign(manifest)) + b"\n"


def refuse_unless_signed(manifest: bytes, signature: bytes | None, key: bytes) -> None:
    """Raise `PackDamaged` unless the signature is one of these very bytes by the owner of the public key."""
    from cryptography.exceptions import InvalidSignature

    trusted = public_key(key)
    if signature is None:
        raise PackDamaged("it is not signed, so nobody can say whose it is. Nothing was read further.")
    try:
        trusted.verify(base64.b64decode(signature.strip(), validate=True), manifest)
    except (InvalidSignature, binascii.Error, ValueError):
        raise PackDamaged(
            "its signature is not that of the key you named, or its manifest was changed. "
            "Nothing was read further."
        ) from None


def private_key(raw: bytes, passphrase: bytes | None = None) -> Ed25519PrivateKey:
    """The private key of a key file. Raises `Refused` for anything but an Ed25519 key that opens."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    try:
        if len(raw) == RAW_BYTES:
            return Ed25519PrivateKey.from_private_bytes(raw)
        ssh = raw.lstrip().startswith(_SSH_PRIVATE)
        load = serialization.load_ssh_private_key if ssh else serialization.load_pem_private_key
        key = load(raw, passphrase)
    except TypeError:
        raise NeedsPassphrase("that key is kept under a passphrase; type it at a terminal.") from None
    except (ValueError, UnsupportedAlgorithm):
        if passphrase is not None:
            raise NeedsPassphrase("the passphrase does not open that key.") from None
        raise Refused(
            "that file holds no private key; name an Ed25519 key, such as ~/.ssh/id_ed25519."
        ) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise Refused("that key is not an Ed25519 key; `ssh-keygen -t ed25519` makes one.")
    return key


def public_key(raw: bytes) -> Ed25519PublicKey:
    """The public key of a key file. Raises `Refused` for anything but an Ed25519 public key."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if b"PRIVATE KEY" in raw:
        raise Refused("that is a private key; name the public one of who signed, such as their .pub file.")
    try:
        if len(raw) == RAW_BYTES:
            return Ed25519PublicKey.from_public_bytes(raw)
        pem = raw.lstrip().startswith(_PEM)
        load = serialization.load_pem_public_key if pem else serialization.load_ssh_public_key
        key = load(raw.strip())
    except (ValueError, UnsupportedAlgorithm):
        raise Refused("that file holds no public key; name an Ed25519 one, such as id_ed25519.pub.") from None
    if not isinstance(key, Ed25519PublicKey):
        raise Refused("that key is not an Ed25519 key; ask for one of that kind.")
    return key


class NeedsPassphrase(Refused):
    """The private key opens only with its passphrase."""
