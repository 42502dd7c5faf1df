import type { SocialProvider } from '@cusp/contract/wire';
import type { Tx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import type { Services } from '../../platform/services.ts';

const NAMES: Record<SocialProvider, string> = { facebook: 'Facebook', google: 'Google' };

/** Tells a person of a new way into their account; a new password closes it. */
export async function tellOfConnection(
  tx: Tx,
  services: Services,
  userId: number,
  provider: SocialProvider,
): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['id', 'email', 'first_name', 'language', 'brand'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await queueMail(tx, services.jobs, {
    template: 'provider-connected',
    to: user.email,
    userId: user.id,
    language: user.language,
    brand: user.brand,
    params: { name: user.first_name, provider: NAMES[provider], link: '/password_reset/' },
  });
}
