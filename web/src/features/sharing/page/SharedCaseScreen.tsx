import type { SharedCase } from '@cusp/contract/sharing';
import { sharedCase } from '@cusp/contract/sharing.routes';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { appInfo } from '../../../brand/app-info.ts';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { LanguageSelect, WrongRegion } from '../../identity/identity.offers.tsx';
import { isRefusal, RefusedLink } from './RefusedLink.tsx';
import { SharedCaseView } from './SharedCaseView.tsx';
import classes from './shared-case.module.css';

/** The case behind a link. Each request counts as an opening, so it is loaded once per visit. */
const useSharedCase = (token: string, sid: string | undefined): UseQueryResult<SharedCase, ApiError> =>
  useQuery<SharedCase, ApiError>({
    queryKey: ['shared-case', token, sid],
    queryFn: ({ signal }) => call(sharedCase, { query: { data: token, srv_loc: sid } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });

/** The page of a link: a read-only case for everybody who has the link. The token is in the hash. */
export default function SharedCaseScreen() {
  const { t } = useTranslation('sharing');
  const { odm } = appInfo();
  const token = useLocation().hash.slice(1);
  const sid = useSearchParams()[0].get('sid') ?? undefined;
  const { data, error, refetch, isFetching } = useSharedCase(token, sid);
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <img src={odm.images.mark} alt="" width={28} height={28} />
          {odm.app_name}
        </span>
        <div className={classes.language}>
          <LanguageSelect />
        </div>
      </header>
      <main className={classes.main} aria-label={t('page.label')}>
        {error?.code === 'server_is_wrong' ? (
          <div className={classes.refused}>
            <WrongRegion moves />
          </div>
        ) : error && isRefusal(error) ? (
          <RefusedLink error={error} />
        ) : data ? (
          <SharedCaseView key={token} token={token} shared={data} onRefused={() => void refetch()} />
        ) : error && !isFetching ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={6} />
        )}
      </main>
      <footer className={classes.footer}>{t('page.footer', { app: odm.app_name })}</footer>
    </div>
  );
}
