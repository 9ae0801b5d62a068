"""A command of the simulated phone as a program: hands its arguments to the daemon.

Run by a wrapper on the phone's PATH as ``client.py SOCKET NAME [ARGUMENT…]``. It is started for
every command, so it imports what CPython holds built in and nothing else (``socket`` alone
would take twice as long as all the rest).
"""

import os
import sys
from _socket import AF_UNIX, SHUT_WR, SOCK_STREAM, socket


def main(path: str, argv: list[str]) -> int:
    """Let the daemon run a command; its exit code.

    What is said is described in :mod:`harness.device.simulated.adbd.toolbox`, which serves it.
    """
    connection = socket(AF_UNIX, SOCK_STREAM)
    connection.connect(path)
    words = [word.encode("utf-8", "surrogateescape") for word in argv]
    request = [_number(len(words))]
    for word in words:
        request += [_number(len(word)), word]
    connection.sendall(b"".join(request))
    if _exactly(connection, 1) == b"<":
        while data := os.read(0, 65536):
            connection.sendall(data)
    connection.shutdown(SHUT_WR)
    code, out, err = (int.from_bytes(_exactly(connection, 4), "little") for _ in range(3))
    _print(1, _exactly(connection, out))
    _print(2, _exactly(connection, err))
    return code


def _number(value: int) -> bytes:
    return value.to_bytes(4, "little")


def _exactly(connection: socket, size: int) -> bytes:
    parts = []
    while size:
        data = connection.recv(min(size, 1 << 20))
        if not data:
            raise EOFError
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def _print(to: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(to, rest) :]


if __name__ == "__main__":
    try:
        status = main(sys.argv[1], sys.argv[2:])
    except BrokenPipeError:
        status = 141  # as the shell reports a SIGPIPE
    except (OSError, EOFError):
        os.write(2, b"the simulated phone is gone\n")
        status = 255
    # Skips the interpreter's own end, a fifth of the time.
    os._exit(status)
