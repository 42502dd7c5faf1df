import { ERRORS } from '@cusp/contract/errors';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../client/api-error.ts';
import { useSingleFlight } from '../../client/use-single-flight.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';

/** Successful responses have a code of the wire format in `detail`. */
const DONE = {
  'request email sent': 'request_email_sent',
  'request accepted': 'request_accepted',
  'request rejected': 'request_rejected',
  'joined group': 'joined_group',
} as const;

/** Looks a key up among a screen's texts; undefined if it is missing. */
type Messages = (key: string) => string | undefined;

/** The text of a success; an unknown detail is shown as it is. */
export function doneText(messages: Messages, detail: string | undefined): string {
  if (!detail) return '';
  const key = Object.hasOwn(DONE, detail) ? DONE[detail as keyof typeof DONE] : null;
  return (key && messages(key)) ?? detail;
}

/** The text of an error: the screen's own, else the general one, else the detail as it is. */
export function refusalText(messages: Messages, general: (error: unknown) => string, error: unknown): string {
  // The general text gives the waiting time; the screen's own is about the daily limit of mails.
  if (!(error instanceof ApiError) || error.retryAfter !== null) return general(error);
  const own = messages(error.code) ?? (error.status === 403 ? messages('forbidden') : undefined);
  if (own) return own;
  const isKnown = Object.hasOwn(ERRORS, error.code) || error.status === 0;
  return isKnown || !error.detail ? general(error) : error.detail;
}

/** The text of one line of the validation call. */
export function lineText(messages: Messages, line: string): string {
  const code = Object.entries(ERRORS).find(([, { detail }]) => detail === line)?.[0];
  return (code && messages(code)) ?? messages(LINES[line] ?? '') ?? line;
}

const LINES: Record<string, string> = {
  'This field may not be blank': 'blank',
  'Enter a valid email address.': 'not_an_email',
};

type Screen = 'connections' | 'groups' | 'accept';

/** The texts of a screen for the responses of its calls, and dialogs that show them. */
export function useMessages(screen: Screen) {
  const { t, i18n } = useTranslation('invitations');
  const { t: general } = useTranslation('errors');
  const inform = useInform();
  const messages: Messages = (key) => {
    // The texts of the accept pages also fit when the same call is made from a list.
    const names = [`invitations:${screen}.${key}`, `invitations:accept.${key}`];
    const name = key && names.find((each) => i18n.exists(each));
    return name ? t(name as 'accept.no_email') : undefined;
  };
  const refusal = (error: unknown) => refusalText(messages, (each) => errorText(general, each), error);
  const once = useSingleFlight();
  const showDone = (detail: string | undefined) =>
    inform({ kind: 'info', content: doneText(messages, detail) });
  const showRefusal = (error: unknown) => inform({ kind: 'error', content: refusal(error) });
  return {
    done: (detail: string | undefined) => doneText(messages, detail),
    refusal,
    line: (line: string) => lineText(messages, line),
    showDone,
    /** Sends a request once, however often it is called, and shows the result in a dialog. */
    sendAndShow: (send: () => Promise<{ detail?: string }>, words?: string) =>
      once(async () => {
        try {
          const { detail } = await send();
          if (words ?? detail) await showDone(words ?? detail);
        } catch (error) {
          await showRefusal(error);
        }
      }),
  };
}
