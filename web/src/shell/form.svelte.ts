// The form that boards take, by the size of the window alone: one rule for every size, upright and sideways. Zoom makes the
// window smaller in CSS pixels, so it needs no rule of its own. Frame.svelte lays the parts of a board out by it.

/** Upright: a phone, one column. Tablet: two columns, the rest below. Sideways: the board at the left, all else at its
 *  right. Wide: everything side by side. */
export type Form = 'upright' | 'tablet' | 'sideways' | 'wide';

export interface Shape {
  form: Form;
  /** Little room: small type, and log and standings only in the drawer. */
  small: boolean;
  /** Low for its form: what is only pleasant to have is left out. */
  low: boolean;
}

const LOW: Record<Form, number> = { upright: 760, tablet: 800, sideways: 440, wide: 780 };

export function shapeOf(width: number, height: number): Shape {
  const form =
    width >= 1100 && height >= 600
      ? 'wide'
      : width >= 560 && width > height
        ? 'sideways'
        : width <= 700
          ? 'upright'
          : 'tablet';
  const small = width <= 700 || height < 560;
  return { form, small, low: height < (form === 'sideways' && !small ? 700 : LOW[form]) };
}

const here = () => shapeOf(window.innerWidth, window.innerHeight);

/** The shape of this window now. Styles find it on the root: [data-form], [data-small], [data-low]. */
export const shape: Shape = $state(here());

export function followWindow(): void {
  Object.assign(shape, here());
  const root = document.documentElement;
  root.dataset.form = shape.form;
  root.toggleAttribute('data-small', shape.small);
  root.toggleAttribute('data-low', shape.low);
}
