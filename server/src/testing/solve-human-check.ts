import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { newChallenge } from '../modules/identity/human-check.ts';

/** Answers a human check as the page's widget does; the text goes into `g-recaptcha-response`. */
export async function solveHumanCheck(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The answer to a challenge that the server with this secret could have set, found at once. */
export const easyHumanCheck = async (server: { secret: Uint8Array }): Promise<string> =>
  solveHumanCheck(await newChallenge(server, 1));
