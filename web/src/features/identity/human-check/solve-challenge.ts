import { humanCheck } from '@cusp/contract/accounts.routes';
import { type Challenge, solveChallengeWorkers } from 'altcha/lib';
import SolverWorker from 'altcha/workers/pbkdf2?worker';
import { call } from '../../../client/call.ts';

const MAX_WORKERS = 4;

export interface HumanAnswer {
  /** Sent by the sign-up form as `g-recaptcha-response`. */
  response: string;
  /** Milliseconds since the epoch; the server refuses the response after that. */
  expiresAt: number;
}

/**
 * Fetches a proof-of-work challenge from a site (null for this one) and solves it in workers. The package's own widget would start its workers from
 * blobs, which the page's policy forbids. Null if it could not be solved.
 */
export async function solveHumanCheck(
  controller: AbortController,
  site: string | null,
): Promise<HumanAnswer | null> {
  const asked = await call(humanCheck, {}, { signal: controller.signal, site });
  const challenge = asked as unknown as Challenge;
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MAX_WORKERS, Math.max(1, navigator.hardwareConcurrency - 1)),
    createWorker: () => new SolverWorker(),
  });
  if (!solution) return null;
  const { parameters, signature } = challenge;
  return {
    response: btoa(JSON.stringify({ challenge: { parameters, signature }, solution })),
    expiresAt: Number(parameters.expiresAt ?? 0) * 1000,
  };
}
