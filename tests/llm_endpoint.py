"""A local HTTP server that speaks OpenAI's chat completions, as tests script it."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """One scripted answer; the last one is repeated."""

    text: str | None = '{"action":"back"}'
    status: int = 200
    finish_reason: str = "stop"
    delay_s: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)
    raw: bytes | None = None

    def body(self) -> bytes:
        if self.raw is not None:
            return self.raw
        if self.status != 200:
            return json.dumps({"error": {"message": "SERVER QUOTES THE PROMPT"}}).encode()
        message = {"role": "assistant", "content": self.text}
        choice = {"index": 0, "message": message, "finish_reason": self.finish_reason}
        usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        return json.dumps(
            {"id": "x", "object": "chat.completion", "choices": [choice], "usage": usage}
        ).encode()


@dataclass
class Endpoint:
    url: str
    replies: list[Reply]
    bodies: list[bytes] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def request(self) -> dict[str, Any]:
        """The last request."""
        return json.loads(self.bodies[-1])


@contextmanager
def serve() -> Iterator[Endpoint]:
    endpoint = Endpoint("", [Reply()])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            position = min(len(endpoint.bodies), len(endpoint.replies) - 1)
            endpoint.bodies.append(body)
            endpoint.paths.append(self.path)
            endpoint.headers.append({k.lower(): v for k, v in self.headers.items()})
            reply = endpoint.replies[position]
            time.sleep(reply.delay_s)
            answer = reply.body()
            try:
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
            except (BrokenPipeError, ConnectionResetError):
                pass  # The client gave up waiting.

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
