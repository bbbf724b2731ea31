//! Outcome, order and distance of each FEN of standard input: cargo run --example lines -- DATA_FOLDER COLLECTION

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let tables = canju::Tables::open(&arguments[1], &arguments[2])?;
    for line in std::io::stdin().lines() {
        match line?.parse().and_then(|position| tables.probe(&position)) {
            Ok(value) => println!("{} {} {}", value.outcome, value.order, value.distance),
            Err(error) => println!("{}", error.0),
        }
    }
    Ok(())
}
