// Generated from contracts/ by scripts/generateAbi.ts. Do not edit.
export const pancakeV3PoolDeployerAbi = [
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "poolCode_",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [],
    "name": "NotCreated",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "NotFactory",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token0",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token1",
        "type": "address"
      },
      {
        "internalType": "uint24",
        "name": "fee",
        "type": "uint24"
      },
      {
        "internalType": "int24",
        "name": "tickSpacing",
        "type": "int24"
      }
    ],
    "name": "deploy",
    "outputs": [
      {
        "internalType": "address",
        "name": "pool",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "factoryAddress",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "parameters",
    "outputs": [
      {
        "internalType": "address",
        "name": "factory",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token0",
        "type": "address"
      },
      {
        "internalType": "address",
        "name": "token1",
        "type": "address"
      },
      {
        "internalType": "uint24",
        "name": "fee",
        "type": "uint24"
      },
      {
        "internalType": "int24",
        "name": "tickSpacing",
        "type": "int24"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "poolCode",
    "outputs": [
      {
        "internalType": "address",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "factory",
        "type": "address"
      }
    ],
    "name": "setFactoryAddress",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  }
] as const

export const pancakeV3PoolDeployerBytecode =
  '0x60a0604052348015600e575f5ffd5b50604051610658380380610658833981016040819052602b91603b565b6001600160a01b03166080526066565b5f60208284031215604a575f5ffd5b81516001600160a01b0381168114605f575f5ffd5b9392505050565b6080516105d46100845f395f8181606d01526103cc01526105d45ff3fe608060405234801561000f575f5ffd5b5060043610610064575f3560e01c8063890357301161004d57806389035730146100ce578063966dae0e14610188578063fad5359f146101a8575f5ffd5b8063358ba7731461006857806383c17c55146100b9575b5f5ffd5b61008f7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020015b60405180910390f35b6100cc6100c7366004610540565b6101bb565b005b5f546001546002805461013a9373ffffffffffffffffffffffffffffffffffffffff908116938116929082169162ffffff740100000000000000000000000000000000000000008204169177010000000000000000000000000000000000000000000000909104900b85565b6040805173ffffffffffffffffffffffffffffffffffffffff96871681529486166020860152929094169183019190915262ffffff16606082015260029190910b608082015260a0016100b0565b60035461008f9073ffffffffffffffffffffffffffffffffffffffff1681565b61008f6101b6366004610560565b610259565b60035473ffffffffffffffffffffffffffffffffffffffff1615610212576040517fb550282e0000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b600380547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff92909216919091179055565b6003545f9073ffffffffffffffffffffffffffffffffffffffff1633146102ae576040517fb550282e000000000000000000000000000000000000000000000000000000008152336004820152602401610209565b6040805160a08101825273ffffffffffffffffffffffffffffffffffffffff808916808352888216602080850182905289841685870181905262ffffff808b166060880181905260028b810b6080909901989098525f80547fffffffffffffffffffffffff00000000000000000000000000000000000000009081169097178155600180549097169095179095558654908a1677010000000000000000000000000000000000000000000000027fffffffffffff000000ffffffffffffffffffffffffffffffffffffffffffffff740100000000000000000000000000000000000000009096027fffffffffffffffffff000000000000000000000000000000000000000000000090921690921717939093169290921790935583517f0000000000000000000000000000000000000000000000000000000000000000909216803b83810183019095528483529293919284918401903c6040805173ffffffffffffffffffffffffffffffffffffffff808a16602083015288169181019190915262ffffff861660608201529091505f90608001604051602081830303815290604052805190602001209050808251602084015ff5925073ffffffffffffffffffffffffffffffffffffffff83166104b2576040517f8fead4d200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50505f80547fffffffffffffffffffffffff0000000000000000000000000000000000000000908116909155600180549091169055600280547fffffffffffff000000000000000000000000000000000000000000000000000016905595945050505050565b803573ffffffffffffffffffffffffffffffffffffffff8116811461053b575f5ffd5b919050565b5f60208284031215610550575f5ffd5b61055982610518565b9392505050565b5f5f5f5f5f60a08688031215610574575f5ffd5b61057d86610518565b945061058b60208701610518565b935061059960408701610518565b9250606086013562ffffff811681146105b0575f5ffd5b91506080860135600281900b81146105c6575f5ffd5b80915050929550929590935056' as const
