//! The classes of the JDK itself, read from its module image.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use jimage_rs::JImage;

use crate::index::OpenError;
use crate::info::Origin;
use crate::parse::exported_packages;

/// A JDK or Java run time, version 9 or newer.
pub(crate) struct Jdk {
    image: JImage,
    /// The feature version: 17, 25.
    pub(crate) feature: u32,
    /// Package, with slashes, to the module that holds it: no package is in two modules.
    modules: HashMap<String, String>,
    /// Filled on first need: what the modules export to everybody.
    exported: OnceLock<BTreeSet<String>>,
}

impl Jdk {
    pub(crate) fn open(home: &Path) -> Result<Self, OpenError> {
        let path = home.join("lib").join("modules");
        if !path.is_file() {
            return Err(OpenError::NoModules { home: home.to_owned() });
        }
        let unreadable = |because: String| OpenError::Modules {
            path: path.clone(),
            because,
        };
        let image = JImage::open(&path).map_err(|e| unreadable(e.to_string()))?;
        let mut modules = HashMap::new();
        for resource in image.resource_names_iter() {
            let resource = resource.map_err(|e| unreadable(e.to_string()))?;
            let is_class = resource.extension == "class" && !resource.parent.is_empty();
            // Some 30,000 resources in 1,700 packages: allocate for the packages only.
            if is_class && !modules.contains_key(&*resource.parent) {
                modules.insert(resource.parent.into_owned(), resource.module.into_owned());
            }
        }
        Ok(Self {
            image,
            feature: feature_version(home),
            modules,
            exported: OnceLock::new(),
        })
    }

    /// The bytes of a class by its dotted binary name; `None` when the JDK has none of that name.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some((package, simple)) = name.rsplit_once('.') else {
            return Ok(None);
        };
        let package = package.replace('.', "/");
        let Some(module) = self.modules.get(&package) else {
            return Ok(None);
        };
        let resource = format!("/{module}/{package}/{simple}.class");
        let found = self.image.find_resource(&resource).map_err(|e| e.to_string())?;
        Ok(found.map(std::borrow::Cow::into_owned))
    }

    /// The module that holds a package, written with dots.
    pub(crate) fn module_of(&self, package: &str) -> Option<&str> {
        self.modules.get(&package.replace('.', "/")).map(String::as_str)
    }

    /// Who can name the classes of a package.
    pub(crate) fn origin(&self, package: &str) -> Origin {
        let exported = self.exported.get_or_init(|| self.read_exports());
        if exported.contains(package) {
            Origin::JdkExported
        } else {
            Origin::JdkInternal
        }
    }

    fn read_exports(&self) -> BTreeSet<String> {
        let modules: BTreeSet<&String> = self.modules.values().collect();
        let mut packages = BTreeSet::new();
        for module in modules {
            let descriptor = self.image.find_resource(&format!("/{module}/module-info.class"));
            if let Some(Ok(Some(exports))) = descriptor.ok().flatten().map(|bytes| exported_packages(&bytes)) {
                packages.extend(exports);
                continue;
            }
            // A descriptor that cannot be read: by their names, as the platform's own rule for its public API has it.
            let own = self.modules.iter().filter(|(_, m)| *m == module);
            let names = own.map(|(package, _)| package.replace('/', "."));
            packages.extend(names.filter(|package| is_platform_api(package)));
        }
        packages
    }

    /// The dotted binary names of the classes in exported packages, in order.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let by_package = self.by_package().into_iter();
        names(by_package.filter(|(package, _)| self.origin(package) == Origin::JdkExported))
    }

    /// The same for all packages.
    pub(crate) fn all_names(&self) -> BTreeSet<String> {
        names(self.by_package().into_iter())
    }

    /// The simple names of the classes of each package.
    fn by_package(&self) -> BTreeMap<String, Vec<String>> {
        let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for resource in self.image.resource_names_iter().flatten() {
            if resource.extension == "class" && !resource.parent.is_empty() && resource.base != "package-info" {
                let package = resource.parent.replace('/', ".");
                names.entry(package).or_default().push(resource.base.to_string());
            }
        }
        names
    }
}

fn names(packages: impl Iterator<Item = (String, Vec<String>)>) -> BTreeSet<String> {
    packages
        .flat_map(|(package, simple)| simple.into_iter().map(move |s| format!("{package}.{s}")))
        .collect()
}

fn is_platform_api(package: &str) -> bool {
    package.starts_with("java.") || package.starts_with("javax.")
}

/// The feature version from the `release` file; 17, the oldest that tests are generated for, where there is none.
fn feature_version(home: &Path) -> u32 {
    let release = fs::read_to_string(home.join("release")).unwrap_or_default();
    release
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))
        .and_then(|version| version.split(['.', '"', '-', '+']).next()?.parse().ok())
        .unwrap_or(17)
}

/// The home of the JDK that a `java` launcher belongs to, links followed.
pub fn home_of(java: &Path) -> Option<PathBuf> {
    let launcher = java.canonicalize().ok()?;
    let home = launcher.parent()?.parent()?;
    home.join("lib").join("modules").is_file().then(|| home.to_owned())
}

/// The home of the JDK whose `java` comes first on `PATH`.
pub fn on_path() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| home_of(&folder.join("java")))
}
