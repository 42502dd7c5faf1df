import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { errorText } from '../../../i18n/error-text.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { Outcome } from '../page/Outcome.tsx';
import { postToOpener } from './answer.ts';
import { InvalidAccess } from './InvalidAccess.tsx';

/** The final page of the pop-up: sends its query to the page that opened it, and closes. */
export default function SocialResponseScreen() {
  const { t } = useTranslation('social');
  const { t: words } = useTranslation('errors');
  const { search } = useLocation();
  const [answer] = useState<Record<string, string>>(() => Object.fromEntries(new URLSearchParams(search)));
  const { state, error } = answer;
  useEffect(() => {
    // The code must not stay in the history.
    history.replaceState(null, '', location.pathname);
    if (!state) return;
    postToOpener(answer);
    window.close();
  }, [answer, state]);
  const refused = error && error !== 'social_invalid';
  return (
    <EntryPage>
      {state && <Outcome icon={IconCircleCheck} title={t('done.title')} text={t('done.text')} />}
      {!state && !refused && <InvalidAccess />}
      {!state && refused && (
        <Outcome
          icon={IconPlugConnectedX}
          tone="bad"
          title={t('failed.title')}
          text={errorText(words, { code: error })}
        />
      )}
    </EntryPage>
  );
}
