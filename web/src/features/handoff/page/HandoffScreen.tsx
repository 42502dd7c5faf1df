import type { HandoffCase } from '@cusp/contract/handoff';
import { handoffCase, leaveHandoff, openHandoff } from '@cusp/contract/handoff.routes';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appInfo } from '../../../brand/app-info.ts';
import type { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useChange } from '../../../client/use-call.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { toastError } from '../../../ui/toast.ts';
import { LanguageSelect, WrongRegion } from '../../identity/identity.offers.tsx';
import { HandoffView } from './HandoffView.tsx';
import classes from './handoff.module.css';

const KEY = ['handoff'];

/** Results of used codes: a code works once, but React may run the effect twice. */
const spent = new Map<string, Promise<unknown>>();

/** Uses the code of the URL, once; without a code the device keeps the case it has. */
async function spend(code: string): Promise<void> {
  const known = spent.get(code) ?? call(openHandoff, { body: { code } });
  spent.set(code, known);
  try {
    await known;
  } catch (error) {
    if ((error as ApiError).code !== 'handoff_code_invalid') spent.delete(code);
    throw error;
  }
  // A reload must not report the used code as an error.
  history.replaceState(history.state, '', location.pathname);
}

/** The case that this device has access to. The page does not switch to another case that the device opens later. */
function useHandoff(code: string, isOn: boolean): UseQueryResult<HandoffCase, ApiError> {
  const queries = useQueryClient();
  return useQuery<HandoffCase, ApiError>({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      if (code && location.hash) await spend(code);
      const connection = queries.getQueryData<HandoffCase>(KEY)?.connection;
      return call(handoffCase, { query: { connection } }, { signal });
    },
    enabled: isOn,
    staleTime: 0,
    refetchInterval: 60_000,
  });
}

/** The page that the code of a case opens on a phone: this case, to view and to add photos and comments. */
export default function HandoffScreen() {
  const { t } = useTranslation('handoff');
  const { t: errors } = useTranslation('errors');
  const { odm } = appInfo();
  const queries = useQueryClient();
  const [code] = useState(() => location.hash.slice(1));
  const [hasLeft, setLeft] = useState(false);
  const { data, error, refetch, isFetching } = useHandoff(code, !hasLeft);
  // Opening a second code in this tab only changes the hash and loads no page.
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
  const leave = useChange(leaveHandoff, {
    onSuccess: () => {
      setLeft(true);
      queries.removeQueries({ queryKey: ['handoff'] });
    },
    onError: (failure) => toastError(errorText(errors, failure)),
  });
  const reason = hasLeft ? 'left' : error && reasonOf(error);
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <img src={odm.images.mark} alt="" width={28} height={28} />
          {odm.app_name}
        </span>
        <LanguageSelect />
      </header>
      <main className={classes.main} aria-label={t('page.label')}>
        {error?.code === 'server_is_wrong' ? (
          <WrongRegion />
        ) : reason ? (
          <NotConnected reason={reason} />
        ) : data ? (
          <HandoffView
            dentalCase={data}
            onLeave={() => leave.mutate({ query: { connection: data.connection } })}
            isLeaving={leave.isPending}
          />
        ) : error && !isFetching ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={6} />
        )}
      </main>
    </div>
  );
}

type Reason = 'used' | 'over' | 'left';

/** Why the device has no access, null for temporary errors. */
function reasonOf({ code }: Pick<ApiError, 'code'>): Reason | null {
  if (code === 'handoff_code_invalid') return 'used';
  return code === 'handoff_over' ? 'over' : null;
}

function NotConnected({ reason }: { reason: Reason }) {
  const { t } = useTranslation('handoff');
  return (
    <div role={reason === 'left' ? 'status' : 'alert'}>
      <EmptyState
        icon={<IconDeviceMobileOff size={22} />}
        title={t(`${reason}.title`)}
        text={t(`${reason}.text`)}
      />
    </div>
  );
}
