import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Incoming } from './upload-file.ts';

/** The parser's own words for a form that ends too early. */
const CUT_SHORT = /end of multipart data|terminated early/;

/**
 * Gives `work` a way to begin reading the one file of a form. What is left of a refused form is read and thrown
 * away: a browser looks for the answer only when it has sent everything.
 */
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
    const { raw } = request;
    const lineBroke = raw.destroyed && !raw.complete;
    const isCutShort = error instanceof Error && CUT_SHORT.test(error.message);
    raw.unpipe();
    raw.resume();
    throw lineBroke || isCutShort ? new Refusal('invalid_input', 'file') : error;
  }
}
