import { describe, expect, it } from 'vitest';
import { shapeOf } from './form.svelte';

describe('the form of a board', () => {
  it.each([
    [320, 568, 'upright', true],
    [390, 600, 'upright', true],
    [390, 844, 'upright', true],
    [600, 390, 'sideways', true],
    [640, 450, 'sideways', true],
    [844, 390, 'sideways', true],
    [768, 1024, 'tablet', false],
    [1024, 768, 'sideways', false],
    [1280, 720, 'wide', false],
    [1366, 768, 'wide', false],
    [1920, 1080, 'wide', false],
  ])('at %i × %i is %s', (width, height, form, small) => {
    expect(shapeOf(width, height)).toMatchObject({ form, small });
  });
  it('is never wide where the window is low', () => expect(shapeOf(1400, 500).form).toBe('sideways'));
});
