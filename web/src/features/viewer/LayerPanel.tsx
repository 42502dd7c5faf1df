import { ActionIcon, Slider, Text } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LayerId, LeftOutFile, ViewerFile } from '../../viewer/plan-scene.ts';
import { FrontRow } from './FrontRow.tsx';
import styles from './panels.module.css';
import { ScanList } from './ScanList.tsx';
import type { Front } from './use-front.ts';
import type { Layer } from './use-layers.ts';
import { dock } from './use-room.ts';

const groups = ['upper', 'lower', 'other'] as const;

interface LayerPanelProps {
  layers: Layer[];
  files: readonly ViewerFile[];
  leftOut: readonly LeftOutFile[];
  front: Front;
}

/** A slider and an eye for each layer, under the name of its jaw; those without a scan do nothing. */
export function LayerPanel({ layers, files, leftOut, front }: LayerPanelProps) {
  const { t } = useTranslation('viewer');
  return (
    <section className={styles.layers} aria-label={t('layers')} {...dock}>
      {groups.map((group) => {
        const own = layers.filter(({ id }) => id.startsWith(group));
        if (own.length === 0) return null;
        return (
          <fieldset key={group} className={styles.group}>
            <legend>
              <Text size="xs" fw={600}>
                {t(`groups.${group}`)}
              </Text>
            </legend>
            {own.map((layer) => (
              <LayerRow key={layer.id} layer={layer} />
            ))}
          </fieldset>
        );
      })}
      <ScanList files={files} leftOut={leftOut} />
      <FrontRow front={front} />
    </section>
  );
}

function partOf(id: LayerId): 'preop' | 'jaw' | 'scanbody' | 'other' {
  if (id.endsWith('preop')) return 'preop';
  if (id.endsWith('jaw')) return 'jaw';
  return id.endsWith('scanbody') ? 'scanbody' : 'other';
}

function LayerRow({ layer }: { layer: Layer }) {
  const { t, i18n } = useTranslation('viewer');
  const percent = (opacity: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(opacity / 100);
  const name = t(`layerNames.${layer.id}`);
  const part = t(`parts.${partOf(layer.id)}`);
  const Eye = layer.isShown || !layer.isThere ? IconEye : IconEyeOff;
  return (
    <div className={styles.row} data-empty={!layer.isThere || undefined}>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={!layer.isThere}
        aria-pressed={layer.isShown}
        aria-label={t('showLayer', { name })}
        onClick={layer.toggle}
      >
        <Eye size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" className={styles.rowName} title={name}>
        {part}
      </Text>
      <Slider
        className={styles.slider}
        size="sm"
        min={0}
        max={100}
        value={layer.opacity}
        disabled={!layer.isThere || !layer.isShown}
        label={null}
        thumbLabel={t('opacityOf', { name })}
        thumbValueText={percent(layer.opacity)}
        onChange={layer.setOpacity}
      />
      <Text size="xs" className={styles.rowValue}>
        {layer.isThere ? percent(layer.opacity) : '–'}
      </Text>
    </div>
  );
}
