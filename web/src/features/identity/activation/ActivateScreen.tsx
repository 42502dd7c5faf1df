import { activate } from '@cusp/contract/accounts.routes';
import { PAGES } from '@cusp/contract/pages';
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useCall } from '../../../client/use-call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { EntryPage } from '../page/EntryPage.tsx';
import { LinkButton, Outcome, Waiting } from '../page/Outcome.tsx';
import { WrongRegion } from '../page/WrongRegion.tsx';

/** The target of the activation mail. Activating twice gives the same response, so repeating the call is safe. */
export default function ActivateScreen() {
  const { t } = useTranslation('signup');
  const { t: common } = useTranslation('common');
  const { uidb64 = '', token = '' } = useParams();
  const sid = useSearchParams()[0].get('sid') ?? undefined;
  const { isSuccess, error, refetch, isFetching } = useCall(
    activate,
    { body: { uidb64, token, srv_loc: sid } },
    ['user', 'activate', uidb64, token, sid],
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const elsewhere = error?.code === 'server_is_wrong';
  const invalid = error?.status === 400 && !elsewhere;
  return (
    <EntryPage>
      {isSuccess && (
        <Outcome icon={IconCircleCheck} tone="good" title={t('activated.title')} text={t('activated.text')}>
          <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
        </Outcome>
      )}
      {invalid && (
        <Outcome icon={IconLinkOff} tone="bad" title={t('linkInvalid.title')} text={t('linkInvalid.text')}>
          <LinkButton to={PAGES.home}>{common('home')}</LinkButton>
        </Outcome>
      )}
      {elsewhere && <WrongRegion moves />}
      {error && !invalid && !elsewhere && !isFetching && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {!isSuccess && !invalid && isFetching && <Waiting text={t('activating')} />}
    </EntryPage>
  );
}
