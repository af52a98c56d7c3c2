const encoder = new TextEncoder();

/** A byte buffer that doubles its size when full. */
export class ByteSink {
  bytes = new Uint8Array(1 << 20);
  length = 0;

  write(text: string): void {
    // UTF-8 needs at most three bytes for each UTF-16 unit.
    const needed = this.length + text.length * 3;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
  }
}
