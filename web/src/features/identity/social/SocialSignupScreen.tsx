import { socialValidateState } from '@cusp/contract/social';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { EntryPage } from '../page/EntryPage.tsx';
import { Waiting } from '../page/Waiting.tsx';
import { CompletionForm } from './CompletionForm.tsx';
import { InvalidAccess } from './InvalidAccess.tsx';
import { LinkForm } from './LinkForm.tsx';
import { newcomerOf } from './social-data.ts';

/** What the provider does not tell; or the password, where an account with the address is there already. */
export default function SocialSignupScreen() {
  const { t } = useTranslation('social');
  const { search } = useLocation();
  const newcomer = newcomerOf(new URLSearchParams(search).get('data'));
  const state = newcomer?.state ?? '';
  const { isSuccess, error, refetch, isFetching } = useCall(
    socialValidateState,
    { query: { state } },
    ['user', 'social-state', state],
    { enabled: newcomer !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  const invalid = !newcomer || error?.status === 400;
  return (
    <EntryPage wide={!invalid && isSuccess && !newcomer.hasAccount}>
      {invalid && <InvalidAccess />}
      {!invalid && error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!invalid && isFetching && <Waiting text={t('loading')} />}
      {!invalid && isSuccess && newcomer.hasAccount && <LinkForm newcomer={newcomer} />}
      {!invalid && isSuccess && !newcomer.hasAccount && <CompletionForm newcomer={newcomer} />}
    </EntryPage>
  );
}
