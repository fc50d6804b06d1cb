/**
 * How a browser draws without a graphics card. Maps need WebGL, which Chromium then provides through SwiftShader. If pages are
 * composed in SwiftShader, too, a moving map takes a third of the processor time, and every other screen five times as much.
 */
export const graphicsArguments = (drawsMaps: boolean): string[] =>
  drawsMaps
    ? // Pages are rasterized two to four times as fast without SwiftShader.
      ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-rasterization']
    : ['--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader']

/**
 * Pixels of a page with maps for one pixel of CSS, in each direction. SwiftShader takes time for each of them; places and sizes on
 * the page stay the same.
 */
export const mapScaleFactor = 0.5
