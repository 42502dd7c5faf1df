/** The text of a reply from elsewhere. Gives up on one that is larger than it may be, without keeping it. */
export async function readAtMost(reply: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error(`a reply of more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
