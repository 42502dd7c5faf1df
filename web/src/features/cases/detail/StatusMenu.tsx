import type { CaseDetail, StatusAction } from '@cusp/contract/cases';
import { openActions, shownStatus, waitsForAnswer } from '@cusp/dental/case-status';
import { Button, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys, withShortcut } from '../../../client/keyboard/use-keyboard.ts';
import { StatusBadge, StatusDot } from '../../../dental-ui/StatusBadge.tsx';
import { LateTarget } from '../../../ui/late-target.tsx';
import { useShownStatus } from '../../offline/offline.offers.ts';
import classes from './detail-top.module.css';
import type { StatusChange } from './use-status-change.ts';

interface StatusMenuProps {
  ref: RefObject<HTMLButtonElement | null>;
  dentalCase: CaseDetail;
  /** Chosen without a connection. */
  planned: StatusAction | undefined;
  change: StatusChange;
}

/** The status and the actions that the server currently allows. */
export function StatusMenu({ ref, dentalCase, planned, change }: StatusMenuProps) {
  const { t } = useTranslation('cases');
  const { t: dental } = useTranslation('dental');
  const { code, prev } = dentalCase.status;
  const status = useShownStatus()(dentalCase);
  const actions = dentalCase.actions.filter((action) => action !== planned);
  const keys = useKeys('status');
  const isWaiting = dentalCase.proposal?.state === 'open';
  const waiting = openActions(dentalCase.usertype, code, prev).filter(
    (action) => isWaiting && waitsForAnswer(action),
  );
  if (actions.length + waiting.length === 0)
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
          <LateTarget>
            <Button
              ref={ref}
              className={classes.status}
              variant="default"
              aria-keyshortcuts={keys || undefined}
              title={keys && withShortcut(t('detail.changeStatus'), keys)}
              aria-label={t('detail.statusIs', { status: dental(`statuses.${status}`) })}
              leftSection={<StatusDot key={dentalCase.id} status={status} />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {dental(`statuses.${status}`)}
            </Button>
          </LateTarget>
        </Menu.Target>
        <Menu.Dropdown miw={180}>
          <Menu.Label>{t('detail.changeStatus')}</Menu.Label>
          {actions.map((action) => (
            <Menu.Item
              key={action}
              leftSection={<StatusDot status={shownStatus(action)} />}
              onClick={() => change.take(action)}
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
