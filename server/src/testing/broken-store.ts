import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';

/**
 * An S3 store that refuses unknown access keys, and breaks the connection in the middle of each write whose path
 * contains `cut`.
 */
export async function startBrokenStore(bucket: string) {
  const store = await startFauxqs({ port: 0, logger: false, host: '127.0.0.1' });
  const faults: { cut: string | null } = { cut: null };
  const proxy = createServer((incoming, reply) => {
    if (!incoming.headers.authorization?.includes('Credential=known/')) {
      reply.writeHead(403, { 'content-type': 'application/xml' });
      return reply.end('<Error><Code>InvalidAccessKeyId</Code><Message>No such key</Message></Error>');
    }
    const { method, headers, url = '' } = incoming;
    const forward = request({ host: '127.0.0.1', port: store.port, method, headers, path: url }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    forward.on('error', () => reply.destroy());
    if (method === 'PUT' && faults.cut && url.includes(faults.cut)) {
      incoming.once('data', () => incoming.socket.destroy());
      forward.destroy();
    } else incoming.pipe(forward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const s3 = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket,
    accessKey: 'known',
    secretKey: 'secret',
  };
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: s3.region,
    forcePathStyle: true,
    credentials: { accessKeyId: s3.accessKey, secretAccessKey: s3.secretKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return {
    s3,
    faults,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await store.stop();
    },
  };
}
