import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text.ts';
import { useInform } from '../../ui/dialogs/confirm-context.ts';
import { doneText, lineText, type Messages, refusalText } from './reply-text.ts';

type Screen = 'connections' | 'groups' | 'accept';

/** What one of the screens says to the replies of its calls, and dialogs that say it. */
export function useMessages(screen: Screen) {
  const { t, i18n } = useTranslation('invitations');
  const { t: house } = useTranslation('errors');
  const inform = useInform();
  const messages: Messages = (key) => {
    // What the accept pages say of a link is said alike where the same call is made from a list.
    const names = [`invitations:${screen}.${key}`, `invitations:accept.${key}`];
    const name = key && names.find((each) => i18n.exists(each));
    return name ? t(name as 'accept.no_email') : undefined;
  };
  const refusal = (error: unknown) => refusalText(messages, (each) => errorText(house, each), error);
  return {
    done: (detail: string | undefined) => doneText(messages, detail),
    refusal,
    line: (line: string) => lineText(messages, line),
    tellDone: (detail: string | undefined) => inform({ kind: 'info', content: doneText(messages, detail) }),
    tellRefusal: (error: unknown) => inform({ kind: 'error', content: refusal(error) }),
  };
}
