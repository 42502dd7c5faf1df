import type { CaseDetail } from '@cusp/contract/cases';
import { downloadFile } from '@cusp/contract/files.routes';
import { addTemplate } from '@cusp/contract/order-templates.routes';
import { duplicateCase, getOrder } from '@cusp/contract/orders.routes';
import { PAGES } from '@cusp/contract/pages';
import { listShares } from '@cusp/contract/sharing.routes';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconPrinter, IconShare, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useLocation, useNavigate } from 'react-router';
import { call } from '../../../client/call.ts';
import { useMayCall } from '../../../client/session/use-may-call.ts';
import { useSubmit } from '../../../client/use-call.ts';
import { uuid } from '../../../client/uuid.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { LateTarget } from '../../../ui/late-target.tsx';
import { toastDone, toastError } from '../../../ui/toast.ts';
import { useOrderForm } from '../../files/files.offers.tsx';
import { useSaveTemplate } from '../../order-templates/save-template.offers.tsx';
import { useShareDialog } from '../../sharing/sharing.offers.tsx';
import classes from './detail-top.module.css';

/**
 * Less frequent actions on a case: print, share, edit and duplicate it, or keep its order as a template. Renders
 * nothing if the person may use none of them.
 */
export function MoreActions({ dentalCase }: { dentalCase: CaseDetail }) {
  const { t } = useTranslation(['cases', 'files', 'orders', 'sharing']);
  const { search } = useLocation();
  const mayShare = useMayCall(listShares);
  const mayPrint = useMayCall(downloadFile);
  const [form, openForm] = useOrderForm(dentalCase);
  const [shares, openShares] = useShareDialog(dentalCase);
  const { id, edit_order } = dentalCase;
  const duplicate = useDuplicate(dentalCase);
  const maySave = useMayCall(addTemplate) && dentalCase.usertype !== 'OT';
  const [template, openTemplate] = useSaveTemplate(async () => {
    const { fields } = await call(getOrder, { params: { id } });
    return { ...fields, recipientId: null };
  });
  if (!mayShare && !mayPrint && !edit_order && !duplicate) return null;
  return (
    <>
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <LateTarget>
            <ActionIcon
              className={classes.more}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('detail.moreActions')}
            >
              <IconDots size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          </LateTarget>
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
          {duplicate && (
            <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={duplicate}>
              {t('orders:duplicate.button')}
            </Menu.Item>
          )}
          {maySave && (
            <Menu.Item leftSection={<IconTemplate {...ICON} />} onClick={() => void openTemplate()}>
              {t('orders:template')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {form}
      {shares}
      {template}
    </>
  );
}

/** Opens a copy of the case as a new draft; undefined for those who may not author it. */
function useDuplicate({ id, usertype }: CaseDetail): (() => void) | undefined {
  const { t } = useTranslation('orders');
  const { t: words } = useTranslation('errors');
  const navigate = useNavigate();
  const mayDuplicate = useMayCall(duplicateCase);
  // The same for repeated attempts, so that a lost reply leaves no second draft.
  const [key, setKey] = useState(uuid);
  const { mutate } = useSubmit(duplicateCase, {
    onSuccess: ({ id: draftId }) => {
      setKey(uuid());
      void navigate(generatePath(PAGES.draft, { draftId: String(draftId) }));
      toastDone(t('duplicate.done'));
    },
    onError: (failure) => toastError(errorText(words, failure)),
  });
  if (!mayDuplicate || usertype === 'OT') return undefined;
  return () => mutate({ params: { id }, body: { key } });
}

const ICON = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
