import { labSoftware } from '@cusp/contract/dashboard.routes';
import { checkSession } from '@cusp/contract/sign-in.routes';
import { Button } from '@mantine/core';
import { IconBook, IconDownload, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { brand, supportFor } from '../../brand/app-info.ts';
import { call, urlOf } from '../../client/call.ts';
import { useUser } from '../../client/session/session-store.ts';
import { errorText } from '../../i18n/error-text.ts';
import { toastError } from '../../ui/toast.ts';
import classes from './dashboard.module.css';

/** Documentation and support of the skin, by the kind of institution; each region's server has its own. */
export function HelpPanel() {
  const { t } = useTranslation('dashboard');
  const { inst_type_guessed } = useUser();
  const { lab_software } = brand();
  const isClinic = inst_type_guessed === 'Clinic';
  const { phone, docs } = supportFor(inst_type_guessed);
  return (
    <section className={classes.panel} aria-labelledby="dashboard-help">
      <header className={classes.head}>
        <h2 id="dashboard-help" className={classes.title}>
          {t('help.title')}
        </h2>
      </header>
      <div className={classes.help}>
        <Documentation to={docs} />
        <Button
          component="a"
          href={`tel:${phone.replaceAll(' ', '')}`}
          variant="default"
          leftSection={<IconPhone size={17} stroke={1.7} aria-hidden />}
        >
          {t('help.ask')}
        </Button>
        {!isClinic && lab_software && <LabSoftware name={lab_software} />}
        <span className={classes.phone}>{phone}</span>
      </div>
    </section>
  );
}

/** Our own help opens in this tab, a vendor's documentation in another one. */
function Documentation({ to }: { to: string }) {
  const { t } = useTranslation('dashboard');
  const look = { variant: 'default', leftSection: <IconBook size={17} stroke={1.7} aria-hidden /> };
  return to.startsWith('/') ? (
    <Button component={Link} to={to} {...look}>
      {t('help.docs')}
    </Button>
  ) : (
    <Button component="a" href={to} target="_blank" rel="noreferrer" {...look}>
      {t('help.docs')}
    </Button>
  );
}

/**
 * Opens a tab immediately and navigates it to `address` when that resolves, because browsers block a tab that opens
 * long after the click. Resolves to false if the browser blocks even this; if `address` fails, the tab is closed and
 * the error is rethrown.
 */
export async function openTab(address: () => Promise<string>): Promise<boolean> {
  const tab = window.open('', '_blank');
  if (!tab) return false;
  // The opened page must not have access to this one.
  tab.opener = null;
  try {
    tab.location.replace(await address());
  } catch (error) {
    tab.close();
    throw error;
  }
  return true;
}

/** The desktop software of labs: checks whether the person may download it, then lets the browser fetch it. */
function LabSoftware({ name }: { name: string }) {
  const { t } = useTranslation('dashboard');
  const { t: words } = useTranslation('errors');
  const { id } = useUser();
  const { t: login } = useTranslation('login');
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      // The installer is on another host: in a separate tab, an error there does not replace this page.
      const isOpen = await openTab(async () => {
        await call(checkSession, { query: { callfrom: 'download' } });
        return urlOf(labSoftware, { params: { idb64: btoa(String(id)).replace(/=+$/, '') } });
      });
      if (!isOpen) toastError(login('socialBlocked'));
    } catch (error) {
      toastError(errorText(words, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconDownload size={17} stroke={1.7} aria-hidden />}
      onClick={() => void download()}
    >
      {t('help.software', { name })}
    </Button>
  );
}
