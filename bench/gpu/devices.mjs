// WebGPU in Node (Dawn) and in Chromium, on a GPU if there is one, else on a software adapter.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHROMIUM_ARGS, findChromium } from '../../scripts/chromium.mjs';
import { Browser, startNode } from '../lib/engines.mjs';

/** @typedef {import('../lib/engines.mjs').StudioEngine & { description: string }} Described */
/** @typedef {{ name: string, note: string, engine?: Described }} Started */

/** Chromium on a GPU without a screen. */
const GPU_ARGS = ['--no-sandbox', '--enable-unsafe-webgpu', '--enable-features=Vulkan', '--use-angle=vulkan', '--ignore-gpu-blocklist']; // prettier-ignore

/** Where to find NVIDIA's driver if it is not on the search path of the Vulkan loader. */
const NVIDIA_ICD = '/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json';

/** @param {string} folder the pack @returns {Promise<Started>} */
export async function startDawn(folder) {
  const name = 'node webgpu';
  /** @type {Described | undefined} */
  let software;
  const refusals = [];
  for (const env of vulkanEnvironments()) {
    const engine = startNode(join(folder, 'engine'), env);
    try {
      const described = await openWebgpu(engine);
      if (!described.description.includes('(software)')) {
        await software?.close();
        return { name, engine: described, note: `${name}: ${described.description}` };
      }
      await software?.close();
      software = described;
    } catch (error) {
      refusals.push(firstLine(error));
      await engine.close();
    }
  }
  if (software !== undefined) return { name, engine: software, note: `${name}: ${software.description}` };
  return { name, note: `${name}: not available. ${[...new Set(refusals)].join(' ')}` };
}

/**
 * Node on Dawn's null adapter, which computes nothing: only JavaScript takes time.
 *
 * @param {string} folder the pack @returns {Promise<Started>}
 */
export async function startNullDawn(folder) {
  const name = 'node, null adapter';
  const engine = startNode(join(folder, 'engine'));
  try {
    const { description } = await engine.ask('open', { device: 'webgpu', threads: 1, isNull: true });
    return { name, engine: { ...engine, description }, note: `${name}: ${description}` };
  } catch (error) {
    await engine.close();
    return { name, note: `${name}: not available. ${firstLine(error)}` };
  }
}

/** The environment unchanged; with the path of NVIDIA's driver; with the loader and the software driver that Chromium includes. */
function vulkanEnvironments() {
  const chromium = findChromium();
  const folders = ['/usr/lib/chromium', ...(chromium === undefined ? [] : [dirname(chromium)])];
  const withLoader = folders.find((folder) => existsSync(join(folder, 'libvulkan.so.1')));
  /** @type {Record<string, string>[]} */
  const environments = [{}];
  /** @type {Record<string, string>} */
  const loader = withLoader === undefined ? {} : { LD_LIBRARY_PATH: withLoader };
  if (existsSync(NVIDIA_ICD))
    environments.push({ VK_DRIVER_FILES: NVIDIA_ICD }, { VK_DRIVER_FILES: NVIDIA_ICD, ...loader });
  const swiftshader = withLoader && join(withLoader, 'vk_swiftshader_icd.json');
  if (swiftshader && existsSync(swiftshader)) environments.push(loader, { ...loader, VK_ICD_FILENAMES: swiftshader });
  return environments;
}

/** @param {string} folder the pack @returns {Promise<Started>} */
export async function startChromiumOnGpu(folder) {
  const name = 'chromium webgpu';
  if (findChromium() === undefined) return { name, note: `${name}: no Chromium here.` };
  const refusals = [];
  for (const args of [GPU_ARGS, CHROMIUM_ARGS]) {
    try {
      const browser = await Browser.start({ folder: join(folder, 'page'), args });
      try {
        const page = await openWebgpu(await browser.openStudio());
        const close = async () => browser.close();
        const note = `${name}: Chromium ${browser.version}, ${page.description}`;
        return { name, engine: { ...page, close }, note };
      } catch (error) {
        await browser.close();
        throw error;
      }
    } catch (error) {
      refusals.push(firstLine(error));
    }
  }
  return { name, note: `${name}: not available. ${[...new Set(refusals)].join(' ')}` };
}

/** @param {import('../lib/engines.mjs').StudioEngine} engine @returns {Promise<Described>} */
async function openWebgpu(engine) {
  const { description } = await engine.ask('open', { device: 'webgpu', threads: 1 });
  return { ...engine, description };
}

/** @param {unknown} error */
function firstLine(error) {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
