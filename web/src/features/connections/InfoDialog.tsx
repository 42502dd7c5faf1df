import type { Connection } from '@cusp/contract/connections';
import { useTranslation } from 'react-i18next';
import { CuspModal } from '../../ui/dialogs/CuspModal.tsx';
import { useFading } from '../../ui/dialogs/use-fading.ts';
import { PersonAvatar } from '../../ui/PersonAvatar.tsx';
import { calledBy, placeOf } from './connection-name.ts';
import classes from './connections.module.css';

/** The details of a partner. */
export function InfoDialog({ connection, onClose }: { connection: Connection; onClose(): void }) {
  const { modal } = useFading(onClose);
  const { t, i18n } = useTranslation(['connections', 'common']);
  const name = calledBy(connection) || t('common:unknown');
  const rows = [
    ['name', connection.is_unknown ? t('common:unknown') : connection.name],
    ['alias', connection.alias],
    ['email', connection.email],
    ['institution', connection.institution],
    ['phone', connection.phone],
    ['address', placeOf(connection, i18n.language)],
    ['message', connection.text],
    ['owner', connection.is_owner ? '' : connection.owner.username || t('common:unknown')],
  ] as const;
  return (
    <CuspModal {...modal} title={t('common:info')}>
      <div className={classes.person}>
        <PersonAvatar name={connection.name || name} picture={connection.picture} size={48} />
        <p className={classes.name}>{name}</p>
      </div>
      {connection.in_other_region && <p>{t('elsewhereMeans')}</p>}
      <dl className={classes.facts}>
        {rows
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <div key={key} className={classes.fact}>
              <dt>{t(`fields.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </CuspModal>
  );
}
