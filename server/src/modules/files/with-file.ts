import type { FastifyRequest } from 'fastify';
import { formRefusal } from '../../platform/http/multipart-form.ts';
import type { Incoming } from './upload-file.ts';

/** Passes `work` a function to read the single file of a form; an unreadable form is `form_broken`. */
export async function withFile<T>(
  request: FastifyRequest,
  work: (open: () => Promise<Incoming | null>) => Promise<T>,
): Promise<T> {
  try {
    return await work(async () => {
      const part = await request.file({ throwFileSizeLimit: false, preservePath: true });
      return part?.fieldname === 'file' ? { filename: part.filename ?? '', bytes: part.file } : null;
    });
  } catch (error) {
    throw formRefusal(error);
  }
}
