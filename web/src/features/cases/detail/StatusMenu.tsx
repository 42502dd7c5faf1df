import { changeStatus } from '@cusp/contract/case-changes.routes';
import type { CaseDetail, StatusAction } from '@cusp/contract/cases';
import { getCaseContent } from '@cusp/contract/cases.routes';
import { openActions, shownStatus, waitsForAnswer } from '@cusp/dental/case-status';
import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { useChange } from '../../../client/use-call.ts';
import { useSingleFlight } from '../../../client/use-single-flight.ts';
import { StatusBadge, StatusDot } from '../../../dental-ui/StatusBadge.tsx';
import { errorText } from '../../../i18n/error-text.ts';
import { toastError } from '../../../ui/toast.ts';
import classes from './detail-top.module.css';

/** The status and the actions that the server currently allows. */
export function StatusMenu({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { t: errors } = useTranslation('errors');
  const queries = useQueryClient();
  const status = shownStatus(dentalCase.status.code);
  const change = useChange(changeStatus);

  const once = useSingleFlight();
  // The second click of a double click would get a conflict with the first.
  const take = (action: StatusAction) => once(() => send(action));
  const send = async (action: StatusAction) => {
    try {
      await change.mutateAsync({
        params: { id: dentalCase.id },
        body: { action, was: dentalCase.status.code },
      });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) return toastError(errorText(errors, error));
      if (error.code === 'proposal_open') {
        void queries.invalidateQueries({ queryKey: ['case'] });
        return toastError(t('detail.completeWaits'));
      }
      const now = await call(getCaseContent, { params: { id: dentalCase.id } }).catch(() => null);
      await queries.invalidateQueries({ queryKey: ['case'] });
      void queries.invalidateQueries({ queryKey: ['cases'] });
      if (!now) return;
      const moved = { status: dental(`statuses.${shownStatus(now.status.code)}`) };
      const name = error.changedBy;
      toastError(name ? t('detail.statusMovedBy', { ...moved, name }) : t('detail.statusMoved', moved));
    }
  };

  const { code, prev } = dentalCase.status;
  const isWaiting = dentalCase.proposal?.state === 'open';
  const waiting = openActions(dentalCase.usertype, code, prev).filter(
    (action) => isWaiting && waitsForAnswer(action),
  );
  if (dentalCase.actions.length + waiting.length === 0)
    return (
      <span className={classes.fixedStatus}>
        <StatusBadge status={status} />
      </span>
    );
  return (
    <>
      <span className={classes.printedStatus}>
        <StatusBadge status={status} />
      </span>
      <Menu position="bottom-end" width="target">
        <Menu.Target>
          <Button
            variant="default"
            aria-label={t('detail.statusIs', { status: dental(`statuses.${status}`) })}
            leftSection={<StatusDot status={status} />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={change.isPending}
          >
            {dental(`statuses.${status}`)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={180}>
          <Menu.Label>{t('detail.changeStatus')}</Menu.Label>
          {dentalCase.actions.map((action) => (
            <Menu.Item
              key={action}
              leftSection={<StatusDot status={shownStatus(action)} />}
              onClick={() => void take(action)}
            >
              {dental(`actions.${action}`)}
            </Menu.Item>
          ))}
          {waiting.map((action) => (
            <Menu.Item
              key={action}
              disabled
              maw={260}
              leftSection={<StatusDot status={shownStatus(action)} />}
            >
              {dental(`actions.${action}`)}
              <Text size="xs">{t('detail.completeWaits')}</Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
