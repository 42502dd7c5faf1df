import type { DentalLab } from '@cusp/contract/connections';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { isLongName, type LabState } from './lab-filter.ts';
import classes from './lab-picker.module.css';

interface Props {
  lab: DentalLab;
  state: LabState;
  isPicked: boolean;
  onPick(): void;
}

/** One lab of the list, to be picked. */
export function LabOption({ lab, state, isPicked, onPick }: Props) {
  const { t } = useTranslation('connections');
  const contact = [lab.contact_name, lab.contact_email, lab.contact_phone].filter(Boolean).join(' · ');
  const isPerson = lab.name !== lab.company_name && lab.name !== lab.contact_name;
  const place = [lab.company_address, lab.country_name].filter(Boolean).join(', ');
  return (
    <label
      className={classes.lab}
      data-picked={isPicked || undefined}
      data-taken={state !== 'free' || undefined}
    >
      <input
        type="radio"
        name="lab"
        className={classes.radio}
        checked={isPicked}
        disabled={state !== 'free'}
        onChange={onPick}
      />
      {lab.lab_logo ? (
        <img className={classes.logo} src={lab.lab_logo} alt="" />
      ) : (
        <PersonAvatar name={lab.company_name} size={40} />
      )}
      <span className={classes.facts}>
        <span className={classes.company} data-long={isLongName(lab.company_name) || undefined}>
          {lab.company_name}
        </span>
        {isPerson && <span>{lab.name}</span>}
        <span className={classes.quiet}>{place}</span>
        {contact && <span className={classes.quiet}>{contact}</span>}
      </span>
      {state !== 'free' && (
        <Badge variant="light" color="gray" tt="none" className={classes.state}>
          {t(`createDialog.${state}`)}
        </Badge>
      )}
    </label>
  );
}
