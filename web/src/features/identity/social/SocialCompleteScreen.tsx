import { socialValidateState } from '@cusp/contract/social.routes';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { EntryPage } from '../page/EntryPage.tsx';
import { Outcome, Waiting } from '../page/Outcome.tsx';
import { InvalidAccess } from './InvalidAccess.tsx';

/** The final page of a sign-in that another program started in this browser. */
export default function SocialCompleteScreen() {
  const { t } = useTranslation('social');
  const { search } = useLocation();
  const [query] = useState(() => new URLSearchParams(search));
  const state = query.get('error') ? '' : (query.get('state') ?? '');
  // The code must not stay in the history.
  useEffect(() => history.replaceState(null, '', location.pathname), []);
  const { isSuccess, isError } = useCall(
    socialValidateState,
    { query: { state } },
    ['user', 'social-state', state],
    { enabled: state !== '', staleTime: Number.POSITIVE_INFINITY },
  );
  const invalid = state === '' || isError;
  return (
    <EntryPage>
      {invalid && <InvalidAccess />}
      {!invalid && !isSuccess && <Waiting text={t('loading')} />}
      {!invalid && isSuccess && (
        <Outcome icon={IconCircleCheck} tone="good" title={t('connected.title')} text={t('connected.text')} />
      )}
    </EntryPage>
  );
}
