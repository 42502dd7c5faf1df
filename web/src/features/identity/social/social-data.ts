import { SocialData } from '@cusp/contract/social';
import type { SocialProvider } from '@cusp/contract/wire';

/** The data of the completion page. */
export interface Newcomer {
  provider: SocialProvider;
  state: string;
  email: string;
  name: string;
  hasAccount: boolean;
  /** For signing up in the other region; null if that is not possible. */
  ticket: string | null;
}

/** Parses the query parameter `data`; null if it is not ours. */
export function newcomerOf(data: string | null): Newcomer | null {
  const parsed = SocialData.safeParse(decoded(data ?? ''));
  if (!parsed.success) return null;
  const {
    state,
    has_account: hasAccount,
    ticket = null,
    gg_details: google,
    fb_details: facebook,
  } = parsed.data;
  if (google)
    return { provider: 'google', state, hasAccount, ticket, email: google.email, name: google.fullname };
  if (facebook)
    return {
      provider: 'facebook',
      state,
      hasAccount,
      ticket,
      email: facebook.email,
      name: facebook.username,
    };
  return null;
}

function decoded(data: string): unknown {
  try {
    const bytes = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0))));
  } catch {
    return null;
  }
}
