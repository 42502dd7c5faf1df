import type { CaseDetail } from '@cusp/contract/cases';
import { downloadFile } from '@cusp/contract/files.routes';
import { PAGES } from '@cusp/contract/pages';
import { listShares } from '@cusp/contract/sharing.routes';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconPrinter, IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useLocation } from 'react-router';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useOrderForm } from '../../files/files.offers.tsx';
import { useShareDialog } from '../../sharing/sharing.offers.tsx';
import classes from './detail-top.module.css';

/** What is done with a case less often: print, share and edit it. Renders nothing if the person may do none of it. */
export function MoreActions({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation(['cases', 'files', 'orders', 'sharing']);
  const { search } = useLocation();
  const mayShare = useMayCall(listShares);
  const mayPrint = useMayCall(downloadFile);
  const [form, openForm] = useOrderForm(dentalCase);
  const [shares, openShares] = useShareDialog(dentalCase);
  const { id, edit_order } = dentalCase;
  if (!mayShare && !mayPrint && !edit_order) return null;
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <ActionIcon
            className={classes.more}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('detail.moreActions')}
          >
            <IconDots size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayPrint && (
            <Menu.Item leftSection={<IconPrinter {...ICON} />} onClick={openForm}>
              {t('files:orderForm')}
            </Menu.Item>
          )}
          {mayShare && (
            <Menu.Item leftSection={<IconShare {...ICON} />} onClick={openShares}>
              {t('sharing:share')}
            </Menu.Item>
          )}
          {edit_order && (
            <Menu.Item
              leftSection={<IconPencil {...ICON} />}
              component={Link}
              to={{ pathname: generatePath(PAGES.orderEdit, { caseId: String(id) }), search }}
            >
              {t('orders:edit.button')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {form}
      {shares}
    </>
  );
}

const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
