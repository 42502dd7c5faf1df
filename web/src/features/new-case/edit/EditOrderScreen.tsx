import { getOrder } from '@cusp/contract/orders.routes';
import { PAGES } from '@cusp/contract/pages';
import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { EditOrderForm } from './EditOrderForm.tsx';

/** Reasons why an order cannot be edited; other errors may be temporary. */
const FINAL = ['not_found', 'forbidden', 'case_closed'] as const;

/** Edits a sent order, for the author's side. Live events do not change what is typed; saving compares versions. */
export default function EditOrderScreen() {
  const { t } = useTranslation('orders');
  const { caseId } = useParams();
  const id = Number(caseId);
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['open-order', id],
    queryFn: ({ signal }) => call(getOrder, { params: { id } }, { signal }),
    enabled: isId,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data) return <EditOrderForm key={data.id} order={data} />;
  const code = error instanceof ApiError ? error.code : null;
  if (!isId || FINAL.some((each) => each === code)) {
    return (
      <EmptyState
        icon={<IconFileOff size={22} />}
        title={t('gone.title')}
        text={t(code === 'case_closed' ? 'gone.closed' : 'gone.text')}
        action={
          <Button component={Link} to={PAGES.cases} variant="default">
            {t('gone.toCases')}
          </Button>
        }
      />
    );
  }
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />;
}
