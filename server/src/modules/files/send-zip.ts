import type { FastifyReply, FastifyRequest } from 'fastify';
import { MissingBytes } from '../../platform/files/storage.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { sendBytes } from '../../platform/http/send-bytes.ts';
import type { Services } from '../../platform/services.ts';
import { zipStream } from './zip-stream.ts';

interface ZipToSend {
  /** Name to save it under. */
  name: string;
  files: Parameters<typeof zipStream>[1];
}

/** Replies with the files as one zip, whose length is known in advance. */
export async function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, log }: Services,
  { name, files }: ZipToSend,
) {
  const zip = zipStream(storage, files);
  const sent = sendBytes(request, reply, {
    filename: name,
    type: 'application/zip',
    inline: false,
    size: zip.length,
    sha256: null,
    read: async () => zip.bytes,
  });
  return sent.catch((error: unknown) => {
    if (!(error instanceof MissingBytes)) throw error;
    // `MissingBytes` would repeat the handler, whose download has been used up.
    log.error({ err: error }, 'a stored file of a zip is gone');
    throw new Refusal('files_unreadable');
  });
}
