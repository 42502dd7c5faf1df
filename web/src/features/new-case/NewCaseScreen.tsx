import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, saveDraft } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { Alert, Button } from '@mantine/core';
import { IconFileOff, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import { usualNumberSystem } from '../../client/number-system.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { useCall } from '../../client/use-call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { DraftForm } from './DraftForm.tsx';
import { emptyFields } from './form-fields.ts';
import { DraftSaver } from './saving/draft-saver.ts';
import { serverStore } from './saving/draft-store.ts';
import { leftDraft } from './saving/unsaved-drafts.ts';

/**
 * A case before it is sent. The draft gets its URL when it is first saved; the form stays mounted because it is keyed
 * by the history entry.
 */
export default function NewCaseScreen() {
  const { draftId } = useParams();
  const { state, key } = useLocation();
  const form: unknown = state?.form;
  const name = typeof form === 'string' ? form : (draftId ?? key);
  return <Opened key={name} name={name} draftId={draftId} />;
}

function Opened({ name, draftId }: { name: string; draftId: string | undefined }) {
  const { t } = useTranslation('errors');
  const [isNew] = useState(draftId === undefined);
  const mayChange = useMayCall(saveDraft);
  if (mayChange) return isNew ? <Begun name={name} /> : <Stored id={Number(draftId)} name={name} />;
  if (isNew) return <EmptyState icon={<IconLock size={22} />} title={t('closed_to_support')} />;
  return (
    <>
      <Alert icon={<IconLock size={18} aria-hidden />} m="md">
        {t('closed_to_support')}
      </Alert>
      {/* The chart of the teeth is no form control, so `inert` blocks clicks and keys instead of disabled fields. */}
      <div inert>
        <Stored id={Number(draftId)} name={name} />
      </div>
    </>
  );
}

/**
 * Waits for the scanner that was used last, with which the new draft begins; if the request fails, it begins without
 * one.
 */
function Begun({ name }: { name: string }) {
  // Not `isPending`: after a failure the form asks again, which would unmount the form.
  const { data, isFetched } = useCall(listScanners, {}, ['scanners'], { retry: false });
  return !isFetched ? <LoadingState rows={6} /> : <New name={name} deviceId={data ? lastUsed(data) : null} />;
}

const lastUsed = ({ scanners, last_device_id }: ReplyFrom<typeof listScanners>): number | null =>
  scanners.find(
    ({ device_id, state }) => device_id === last_device_id && state !== 'waiting' && state !== 'blocked',
  )?.device_id ?? null;

function New({ name, deviceId }: { name: string; deviceId: number | null }) {
  const [saver] = useState(() => new DraftSaver(serverStore, emptyFields(usualNumberSystem(), deviceId)));
  return <DraftForm saver={saver} name={name} files={[]} />;
}

function Stored({ id, name }: { id: number; name: string }) {
  const { t } = useTranslation('new-case');
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({
    queryKey: ['open-draft', id, name],
    queryFn: async ({ signal }) => {
      const draft = await call(getDraft, { params: { id } }, { signal });
      return { files: draft.files, saver: leftDraft(draft) ?? new DraftSaver(serverStore, draft) };
    },
    enabled: isId,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    structuralSharing: false,
  });
  if (data) return <DraftForm saver={data.saver} name={name} files={data.files} />;
  if (!isId || (error instanceof ApiError && error.code === 'not_found')) {
    return (
      <EmptyState
        icon={<IconFileOff size={22} />}
        title={t('gone.title')}
        text={t('gone.text')}
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
