import type { NumberSystem } from '@cusp/contract/cases';
import { mayStandOn } from '@cusp/dental/restoration-choices';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconBridge, iconOfType } from '../../../dental-ui/icons.tsx';
import { ToothLabels } from '../../../dental-ui/odontogram/ToothLabel.tsx';
import { canBridge } from './restoration-rows.ts';
import classes from './teeth.module.css';
import type { Adding } from './use-restorations.tsx';

/** The types that practices order most. */
const ON_TEETH = ['crown', 'veneer', 'inlay', 'onlay', 'implant_crown', 'provisional'] as const;
const FOR_JAWS = ['splint', 'complete_denture', 'partial_denture', 'aligner'] as const;

function TypeIcon({ type }: { type: string }) {
  const Icon = iconOfType(type);
  return <Icon size={16} />;
}

interface Props {
  teeth: readonly number[];
  system: NumberSystem;
  onAdd(what: Adding): void;
}

/** Adds a restoration on the selected teeth, or an appliance for a jaw without a selection. */
export function AddRestoration({ teeth, system, onAdd }: Props) {
  const { t } = useTranslation(['new-case', 'dental']);
  const hasTeeth = teeth.length > 0;
  const types = hasTeeth ? ON_TEETH.filter((type) => teeth.every((fdi) => mayStandOn(type, fdi))) : FOR_JAWS;
  return (
    <fieldset className={classes.add}>
      <legend className={classes.addTitle}>
        {hasTeeth ? (
          <>
            {t('add.onTeeth')} <ToothLabels teeth={teeth} system={system} />
          </>
        ) : (
          t('add.forJaw')
        )}
      </legend>
      {canBridge(teeth) && (
        <Button
          size="compact-md"
          variant="light"
          leftSection={<IconBridge size={16} />}
          onClick={() => onAdd('bridge')}
        >
          {t('dental:words.bridge')}
        </Button>
      )}
      {types.map((type) => (
        <Button
          key={type}
          size="compact-md"
          variant="default"
          leftSection={<TypeIcon type={type} />}
          classNames={{ root: classes.type, label: classes.typeName }}
          onClick={() => onAdd({ type })}
        >
          {t(`dental:types.${type}`)}
        </Button>
      ))}
      <Button
        size="compact-md"
        variant="subtle"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => onAdd({ type: '' })}
      >
        {t('add.other')}
      </Button>
    </fieldset>
  );
}
