import { archPath, placesOf, VIEW_BOX } from '@cusp/dental/odontogram/arch-geometry';
import { typeColour } from '@cusp/dental/odontogram/restoration-look';
import type { Jaw } from '@cusp/dental/teeth';
import colors from './group-colors.module.css';
import classes from './mini-arch.module.css';

interface Made {
  type: string;
  /** FDI numbers. */
  teeth: readonly number[];
  arch: Jaw | null;
}

const BOX = `${VIEW_BOX.x + 9} ${VIEW_BOX.y + 6} ${VIEW_BOX.width - 18} ${VIEW_BOX.height - 12}`;

/** A round dot on each tooth: a line of zero length with round caps. */
const dots = (teeth: readonly number[]) =>
  [...placesOf(teeth).values()].map(({ centre: [x, y] }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join('');

/**
 * Both jaws as lines, with the teeth of an order in the colours of their types. Decorative, and with few elements,
 * because a list shows a hundred of them.
 */
export function MiniArch({ made }: { made: readonly Made[] }) {
  return (
    <svg className={`${classes.picture} ${colors.colors}`} viewBox={BOX} aria-hidden>
      <path className={classes.arch} d={archPath('upper') + archPath('lower')} />
      {made.map(({ type, teeth, arch }, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: The restorations of a row are replaced as a whole.
          key={index}
          className={arch ? classes.appliance : classes.teeth}
          data-color={typeColour(type)}
          d={arch ? archPath(arch) : dots(teeth)}
        />
      ))}
    </svg>
  );
}
