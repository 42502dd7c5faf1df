import { addressOf, type Settings } from './settings.ts';
import { WrongSetting } from './wrong-setting.ts';

/** This deployment as a client of a sign-in provider. */
export interface SocialClient {
  clientId: string;
  clientSecret: string;
  /** Address of a fake provider for tests and development; null is the real one. */
  issuer: string | null;
}

export interface GooglePlacesConfig {
  apiUrl: string;
  key: string;
}

export interface TwilioConfig {
  apiUrl: string;
  accountSid: string;
  authToken: string;
  /** A number in E.164, or the id of a messaging service (`MG…`). */
  from: string;
}

/** Reads settings that are required once `main` is set. */
const needed = (env: Settings, main: string) => (name: string) => {
  const value = env[name];
  if (!value) throw new WrongSetting(`${name} is needed with ${main}`);
  return value;
};

export function twilioOf(env: Settings): TwilioConfig | null {
  if (!env.TWILIO_ACCOUNT_SID) return null;
  const need = needed(env, 'TWILIO_ACCOUNT_SID');
  return {
    apiUrl: addressOf(env.TWILIO_API_URL || 'https://api.twilio.com'),
    accountSid: env.TWILIO_ACCOUNT_SID,
    authToken: need('TWILIO_AUTH_TOKEN'),
    from: need('TWILIO_FROM'),
  };
}

export function socialOf(env: Settings, name: string): SocialClient | null {
  const [clientId, clientSecret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]];
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret)
    throw new WrongSetting(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together`);
  return { clientId, clientSecret, issuer: addressOf(env[`${name}_ISSUER`] ?? '') || null };
}

export const googlePlacesOf = (env: Settings): GooglePlacesConfig | null =>
  env.GOOGLE_PLACES_KEY
    ? {
        key: env.GOOGLE_PLACES_KEY,
        apiUrl: addressOf(env.GOOGLE_PLACES_URL || 'https://places.googleapis.com'),
      }
    : null;
