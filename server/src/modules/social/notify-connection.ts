import type { SocialProvider } from '@cusp/contract/wire';
import type { Doer } from '../../platform/http/actor.ts';
import type { Work } from '../../platform/work.ts';

const NAMES: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google' };

/** Mails a person about a new way to sign in to their account; a new password removes it. */
export async function notifyConnection(
  work: Work<Doer>,
  userId: number,
  provider: SocialProvider,
): Promise<void> {
  const user = await work.tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'language', 'brand'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await work.enqueue('mail', {
    template: 'provider-connected',
    to: user.email,
    userId: user.id,
    language: user.language,
    brand: user.brand,
    params: { name: user.first_name, provider: NAMES[provider], link: '/password_reset/' },
  });
}
