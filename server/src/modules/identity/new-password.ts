import { createHash } from 'node:crypto';
import { readAtMost } from '../../platform/http/read-at-most.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Services } from '../../platform/services.ts';
import { type PasswordOwner, passwordTrouble } from './password-rules.ts';

/** A person is waiting for the form. */
const TIMEOUT_MS = 2_000;
/** A range has some 800 lines of 40 characters, and up to as many padding lines. */
const MAX_BYTES = 256 * 1024;

/** Refuses a password that can be guessed, or that is in a known leak if a look-up is configured. */
export async function requireGoodPassword(
  services: Services,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const trouble = passwordTrouble(password, owner);
  if (trouble) throw new Refusal(trouble, 'password');
  if (await isLeaked(services, password)) throw new Refusal('password_leaked', 'password');
}

/**
 * Requests the range of digests that begin like the password's, in the format of Have I Been Pwned (k-anonymity): the
 * service learns five hex digits of a SHA-1 digest. If the service does not respond, the password is accepted, because
 * the local list has already been checked.
 */
async function isLeaked({ config, log }: Services, password: string): Promise<boolean> {
  if (!config.leakedPasswordsUrl) return false;
  const digest = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
  try {
    const reply = await fetch(`${config.leakedPasswordsUrl}/${digest.slice(0, 5)}`, {
      headers: { 'add-padding': 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) {
      await reply.body?.cancel();
      throw new Error(`the list of leaked passwords responded with ${reply.status}`);
    }
    const lines = (await readAtMost(reply, MAX_BYTES)).split(/\r?\n/);
    // Lines of padding have the count 0.
    return lines.some((line) => line.startsWith(`${digest.slice(5)}:`) && !line.endsWith(':0'));
  } catch (error) {
    log.warn({ err: error }, 'could not ask whether a password is known from a leak');
    return false;
  }
}
