import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { newChallenge } from '../modules/identity/human-check.ts';

/** Solves a human check like the page's widget; the text goes into `g-recaptcha-response`. */
export async function solveHumanCheck(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** A valid solution of an easy challenge signed with this server's secret. */
export const easyHumanCheck = async (server: { secret: Uint8Array }): Promise<string> =>
  solveHumanCheck(await newChallenge(server, 1));
