import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '../../platform/files/storage.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import { zipStream } from './zip-stream.ts';

interface ZipToSend {
  /** Name to save it under. */
  name: string;
  files: Parameters<typeof zipStream>[1];
}

/** Replies with the files as one zip, whose length is known in advance. */
export function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  { name, files }: ZipToSend,
) {
  const zip = zipStream(storage, files);
  return sendBytes(request, reply, {
    filename: name,
    type: 'application/zip',
    inline: false,
    size: zip.length,
    sha256: null,
    read: async () => zip.bytes,
  });
}
