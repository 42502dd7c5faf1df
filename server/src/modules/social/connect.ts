import type { SocialProvider } from '@cusp/contract/wire';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';
import type { Flow } from './flow.sql.ts';
import { keepIdentity } from './keep-identity.sql.ts';

const NAMES: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google' };

/** Connects a social account as a way to sign in, and mails the person about it; a new password removes it. */
export async function connect(
  work: Work<Doer>,
  userId: number,
  { provider, subject }: Pick<Flow, 'provider' | 'subject'>,
): Promise<void> {
  await keepIdentity(work.tx, { provider, subject }, userId);
  const detail = { connected: provider };
  await work.as({ userId }).audit({ action: 'user_changed', object: { type: 'user', id: userId }, detail });
  const user = await work.tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'language', 'brand'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await work.mail(user, 'provider-connected', {
    name: user.first_name,
    provider: NAMES[provider],
    link: '/password_reset/',
  });
}
