import { PHONE_CODE, requestPhoneVerification, verifyPhoneCode } from '@cusp/contract/phone.routes';
import { useState } from 'react';
import { call } from '../../../client/call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';

/** A number without its spaces. */
export const bareNumber = (phone: string): string => phone.replaceAll(' ', '');

/** The number on the server, and whether it was verified. */
interface SavedPhone {
  phone: string;
  verified: boolean;
}

export interface PhoneVerification {
  /** Whether the form may be sent with this number: it is empty, verified, or the saved one. */
  isSettled(phone: string): boolean;
  isVerified(phone: string): boolean;
  /** A code was entered for the number during this visit, so the field is locked. */
  locked: boolean;
  /** The number of the open code dialog; null while it is closed. */
  asking: string | null;
  /** When the next code may be requested, in milliseconds since the epoch. */
  nextAt: number;
  /** A code is being requested. */
  sending: boolean;
  /** Requests a code and opens its dialog. Fails with `ApiError`. */
  send(phone: string): Promise<void>;
  /** Opens the dialog again while the last code is still valid; returns whether it did. */
  reopen(phone: string): boolean;
  /** Submits a code; locks the field on success. Fails with `ApiError`. */
  enter(code: string): Promise<void>;
  close(): void;
  /** The verification expired, or the number is saved: unlocks the field. */
  forget(): void;
}

interface Options {
  saved?: SavedPhone | null;
  /** The site that sends the codes and receives the form; null for this one. */
  site?: string | null;
}

/** The state of verifying a form's phone number. A verification is valid at the site that made it. */
export function usePhoneVerification({ saved = null, site = null }: Options = {}): PhoneVerification {
  const [done, setDone] = useState<{ phone: string; site: string | null } | null>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const [sent, setSent] = useState<{ phone: string; site: string | null; nextAt: number } | null>(null);
  const verified = done?.site === site ? done.phone : null;
  const [sending, setSending] = useState(false);
  const once = useSingleFlight();
  const isSaved = (phone: string) => saved !== null && bareNumber(saved.phone) === bareNumber(phone);
  const isVerified = (phone: string) =>
    phone !== '' && (bareNumber(phone) === verified || (isSaved(phone) && saved?.verified === true));

  async function send(phone: string): Promise<void> {
    setSending(true);
    try {
      await call(requestPhoneVerification, { body: { phone } }, { site });
      setSent({ phone: bareNumber(phone), site, nextAt: Date.now() + PHONE_CODE.resendSeconds * 1000 });
      setAsking(phone);
    } finally {
      setSending(false);
    }
  }

  return {
    isSettled: (phone) => phone === '' || isSaved(phone) || isVerified(phone),
    isVerified,
    locked: verified !== null,
    asking,
    nextAt: sent?.nextAt ?? 0,
    sending,
    send: (phone) => once(() => send(phone)),
    reopen(phone) {
      const young = sent?.phone === bareNumber(phone) && sent.site === site && Date.now() < sent.nextAt;
      if (young) setAsking(phone);
      return young;
    },
    async enter(code) {
      if (asking === null) return;
      await call(verifyPhoneCode, { body: { phone: bareNumber(asking), otp: code } }, { site });
      setDone({ phone: bareNumber(asking), site });
    },
    close: () => setAsking(null),
    forget: () => setDone(null),
  };
}
